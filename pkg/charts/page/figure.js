// Pictures of charts as files: ECharts draws without a page, as in the lab's Go code, and the title stands above.
(function () {
  "use strict";
  const ours = window.formicary;
  if (ours.picture) return;

  // The typography above the picture, in pixels.
  const TITLE = { size: 16, line: 22, weight: 600, letter: 0.56 }, SUBTITLE = { size: 12.5, line: 18, weight: 400, letter: 0.52 }, MARGIN = 12;
  const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
  const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

  // escaped is markup.HTML of the lab's Go code.
  const escaped = text => text.replace(/[&<>"']/g, c => SIGNS[c]).replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g, "\ufffd");

  // wrap breaks a text into lines of a width at spaces.
  function wrap(text, width) {
    const lines = [];
    for (const word of text.split(/\s+/).filter(word => word)) {
      const longer = lines.length ? lines[lines.length - 1] + " " + word : word;
      if (lines.length && Array.from(longer).length <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  // drawn is what ECharts draws, as text, without what it numbers over its life and what follows the pointer.
  ours.drawn = function (echarts, option, width, height) {
    const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: width, height: height });
    try {
      chart.setOption(option);
      return chart.renderToSVGString().replace(/<style[^]*?<\/style>\n?| (class|pointer-events)="[^"]*"/g, "").replace(/\bzr\d+-/g, "zr-");
    } finally {
      chart.dispose();
    }
  };

  // picture is a chart as a file of SVG: its option is that of a theme, and alt its text alternative.
  ours.picture = function (echarts, { title, subtitle, alt, option, width, height, colours }) {
    const drawn = ours.drawn(echarts, option, width, height);
    let y = MARGIN, head = "";
    for (const [text, look, colour] of [[title, TITLE, colours.text], [subtitle, SUBTITLE, colours.muted]]) {
      for (const line of wrap(text, (width - 2 * MARGIN) / (look.size * look.letter))) {
        y += look.line;
        head += `<text x="${MARGIN}" y="${y - Math.floor(look.line / 4)}" font-family="${FONT}" font-size="${look.size}" font-weight="${look.weight}" fill="${colour}">${escaped(line)}</text>\n`;
      }
    }
    y += head ? 6 : -MARGIN;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + height}" viewBox="0 0 ${width} ${y + height}" role="img">\n` +
      `<title>${escaped(title)}</title>\n<desc>${escaped((subtitle + "\n" + alt).trim())}</desc>\n` +
      `<rect width="100%" height="100%" fill="${colours.surface}"/>\n${head}<g transform="translate(0 ${y})">\n${drawn}\n</g>\n</svg>\n`;
  };
})();
