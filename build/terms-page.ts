import type { Plugin } from 'vite'
import { languages } from '#src/i18n/languages.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'

const th = { ...first, ...later }
const PATH = '/terms.html'

/**
 * Writes the terms and the privacy notice in every language to `/terms.html`, for LINE's in-app window, for links in
 * chats and for printing.
 */
export function termsPage(): Plugin {
  return {
    name: 'terms-page',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: await page() })
    },
    configureServer(server) {
      server.middlewares.use(PATH, (_request, response, next) => {
        page().then(html => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}

const list = (text: string) =>
  `<ol>${text
    .split('\n')
    .map(point => `<li>${point}</li>`)
    .join('')}</ol>`

type Texts = Readonly<
  Record<'home.terms' | 'home.privacy' | 'campaign.name' | 'campaign.terms' | 'campaign.privacy', string>
>

const documents = (texts: Texts, id: (name: string) => string) => `
<h1${id('terms')}>${texts['home.terms']} ${texts['campaign.name']}</h1>
${list(texts['campaign.terms'])}
<h1${id('privacy')}>${texts['home.privacy']}</h1>
${list(texts['campaign.privacy'])}`

async function translations(): Promise<string> {
  const sections = Object.entries(languages).map(async ([lang, { load }]) =>
    load === null ? '' : `<section lang="${lang}">${documents(await load(), () => '')}\n</section>`,
  )
  return (await Promise.all(sections)).join('')
}

const page = async () => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>${th['home.terms']} · ${th['campaign.name']}</title>
<style>
body { max-width: 42rem; margin: 0 auto; padding: 24px 20px 48px; font: 400 1rem/1.7 system-ui, sans-serif; color: #241318; background: #fff; overflow-wrap: break-word }
h1 { font-size: 1.375rem; line-height: 1.45 }
li { margin-bottom: 0.5rem }
@media (prefers-color-scheme: dark) { body { color: #fbf1f4; background: #000 } }
</style>
</head>
<body>
<main>${documents(th, name => ` id="${name}"`)}
${await translations()}
</main>
</body>
</html>
`
