// Sixty texts that run a script if they are displayed as anything but plain text. The script sets
// `__xss` on a window.

const act = 'window.__xss=1'
const attribute = (tag: string, event: string, more = '') => `<${tag} ${more} ${event}="${act}">`

const elements = [
  `<script>${act}</script>`,
  `<SCRIPT SRC="data:text/javascript,${act}"></SCRIPT>`,
  `<scr<script>ipt>${act}</scr</script>ipt>`,
  `</title><script>${act}</script>`,
  `</textarea><script>${act}</script>`,
  `</style><script>${act}</script>`,
  `</script><script>${act}</script>`,
  `--><script>${act}</script>`,
  `]]><script>${act}</script>`,
  `<script type="module">${act}</script>`,
  `<script\u2028>${act}</script>`,
  `<script/x>${act}</script\t>`,
  `\u003cscript\u003e${act}\u003c/script\u003e`,
  `\\u003cscript\\u003e${act}\\u003c/script\\u003e`,
  `%3Cscript%3E${act}%3C/script%3E`,
  `&lt;script&gt;${act}&lt;/script&gt;`,
  `+ADw-script+AD4-${act}+ADw-/script+AD4-`,
]
const handlers = [
  attribute('img', 'onerror', 'src=x'),
  attribute('IMG', 'OnErRoR', 'SRC=x'),
  `<img src=x onerror=${act}//`,
  `<img/src=x/onerror=${act}>`,
  `<img src="x\`onerror=${act}//">`,
  attribute('svg', 'onload'),
  `<svg><script>${act}</script></svg>`,
  `<svg><animate onbegin=${act} attributeName=x dur=1s>`,
  `<svg><set onbegin=${act} attributeName=x>`,
  attribute('body', 'onload'),
  attribute('body', 'onpageshow'),
  attribute('input', 'onfocus', 'autofocus'),
  attribute('select', 'onfocus', 'autofocus'),
  attribute('textarea', 'onfocus', 'autofocus'),
  attribute('video', 'onerror', 'src=x'),
  `<video><source onerror="${act}" src=x></video>`,
  attribute('audio', 'onerror', 'src=x'),
  attribute('details', 'ontoggle', 'open'),
  attribute('marquee', 'onstart'),
  attribute('object', 'onerror', 'data=x'),
  attribute('iframe', 'onload'),
  attribute('style', 'onload'),
  attribute('link', 'onload', 'rel=stylesheet href=/'),
  attribute('div', 'onanimationstart', 'style="animation:spin 1s"'),
  `<math><mi xlink:href="javascript:${act}">x</mi></math>`,
]
const addresses = [
  `javascript:${act}`,
  `JaVaScRiPt:${act}`,
  `java\tscript:${act}`,
  ` javascript://%0a${act}`,
  `<a href="javascript:${act}">x</a>`,
  `<iframe src="javascript:parent.${act}"></iframe>`,
  `<iframe srcdoc="<script>parent.${act}</script>"></iframe>`,
  `<form action="javascript:${act}"><button>x</button></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${act}">`,
  `<base href="javascript:${act}//">`,
  `data:text/html,<script>opener.${act}</script>`,
  `https://example.com/"onmouseover="${act}`,
]
const quotes = [
  `" autofocus onfocus="${act}`,
  `' autofocus onfocus='${act}`,
  `";${act};//`,
  `';${act};//`,
  `\${${act}}`,
  `{{constructor.constructor('${act}')()}}`,
]

export const payloads: readonly string[] = [...elements, ...handlers, ...addresses, ...quotes]
