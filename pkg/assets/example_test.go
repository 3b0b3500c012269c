package assets_test

import (
	"fmt"
	"os"
	"path/filepath"

	"formicary/pkg/assets"
)

func ExampleEchartsPath() {
	os.Setenv(assets.EchartsEnv, "")
	os.Setenv(assets.HomeEnv, "/var/cache/lab")
	path, _ := assets.EchartsPath()
	fmt.Println(filepath.ToSlash(path))
	// Output: /var/cache/lab/echarts-5.6.0/echarts.min.js
}
