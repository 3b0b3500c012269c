package charts

// timeline is the slider and the play button of a chart that is a film, which
// go-echarts does not know: a label for each frame, and the word before it in
// the tooltip.
func timeline(labels []string, word string) map[string]any {
	return map[string]any{
		"axisType": "category", "data": labels, "autoPlay": false, "loop": true, "playInterval": 500, "bottom": 0, "left": 24, "right": 24, "height": 48,
		"symbolSize": 7, "realtime": true, "lineStyle": map[string]any{"color": named("line"), "width": 1},
		"itemStyle":       map[string]any{"color": named("muted")},
		"checkpointStyle": map[string]any{"color": Blue, "borderColor": named("surface"), "size": 13},
		"controlStyle":    map[string]any{"color": named("text"), "borderColor": named("text"), "itemSize": 20, "showPrevBtn": true, "showNextBtn": true},
		"progress":        map[string]any{"lineStyle": map[string]any{"color": Blue}, "itemStyle": map[string]any{"color": Blue}, "label": map[string]any{"color": named("muted")}},
		"label":           map[string]any{"color": named("muted"), "fontSize": fontSize - 1, "interval": "auto"},
		"emphasis":        map[string]any{"label": map[string]any{"color": named("text")}, "controlStyle": map[string]any{"color": Blue, "borderColor": Blue}},
		"tooltip":         map[string]any{"formatter": word + " {b}"},
	}
}
