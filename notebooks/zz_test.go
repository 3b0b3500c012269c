package notebooks_test
import ("testing";"time";"fmt";"os";"formicary/pkg/lab";"formicary/pkg/lab/labtest")
func TestZZ(t *testing.T){
 env:=labtest.Env(t); at:=time.Now()
 execute(t, env, os.Getenv("NB"), true, lab.ExecuteOptions{Progress: func(c,of int){ fmt.Println("cell",c,of,time.Since(at)); at=time.Now()}})
 fmt.Println("end",time.Since(at))
}
