package show

import "os"

// ends are the signals that end an experiment: none reaches a page.
var ends = []os.Signal{os.Interrupt}
