import type { Plugin } from 'vite'
import { terms } from '#campaign/terms.th.ts'
import { campaign as en } from '#campaign/texts.en.ts'
import { campaign } from '#campaign/texts.th.ts'

const th = { ...campaign, ...terms }
const PATH = '/terms.html'

/**
 * The terms and the privacy notice as a document of their own at `/terms.html`, out of the app's own texts: for
 * LINE's window, for links in chats, for printing.
 */
export function termsPage(): Plugin {
  return {
    name: 'terms-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: page() })
    },
    configureServer(server) {
      server.middlewares.use(PATH, (_request, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page())
      })
    },
  }
}

const list = (text: string) =>
  `<ol>${text
    .split('\n')
    .map(point => `<li>${point}</li>`)
    .join('')}</ol>`

const page = () => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>เงื่อนไขกิจกรรม · ${th['campaign.name']}</title>
<style>
body { max-width: 42rem; margin: 0 auto; padding: 24px 20px 48px; font: 400 1rem/1.7 system-ui, sans-serif; color: #241318; background: #fff; overflow-wrap: break-word }
h1 { font-size: 1.375rem; line-height: 1.45 }
li { margin-bottom: 0.5rem }
@media (prefers-color-scheme: dark) { body { color: #fbf1f4; background: #000 } }
</style>
</head>
<body>
<main>
<h1 id="terms">เงื่อนไขกิจกรรม ${th['campaign.name']}</h1>
${list(th['campaign.terms'])}
<h1 id="privacy">นโยบายความเป็นส่วนตัว</h1>
${list(th['campaign.privacy'])}
<section lang="en">
<h1>Terms of ${en['campaign.name']}</h1>
${list(en['campaign.terms'])}
<h1>Privacy notice</h1>
${list(en['campaign.privacy'])}
</section>
</main>
</body>
</html>
`
