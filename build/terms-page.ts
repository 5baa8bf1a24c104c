import type { Plugin } from 'vite'
import { definition } from '#campaign/definition.ts'
import type { LegalFacts, LegalSection } from '#campaign/legal-facts.ts'
import { formatsOf } from '#src/i18n/format.ts'
import { type Lang, langs, languages } from '#src/i18n/languages.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'

const th = { ...first, ...later }
const PATH = '/terms.html'

/**
 * Writes the terms and the privacy notice in every language to `/terms.html`, for LINE's in-app window, chat links and
 * printing.
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

const shown = (sections: readonly LegalSection[]) =>
  `<ol>${sections
    .map(
      ({ title, points }) =>
        `<li><h2>${title}</h2><ul>${points.map(point => `<li>${point}</li>`).join('')}</ul></li>`,
    )
    .join('')}</ol>`

/** Relative dates are unknown until the campaign is created, so the page refers to the app instead. */
function factsOf(lang: Lang): LegalFacts {
  const { dates, rules } = definition
  const f = formatsOf(lang)
  const isRelative = Object.values(dates).some(date => Number.isNaN(Date.parse(date)))
  const shownDates = isRelative
    ? null
    : {
        opens: f.dateTime(dates.opens),
        closes: f.dateTime(dates.closes),
        draw: f.dateTime(dates.draw),
        announce: f.dateTime(dates.announce),
        confirmBy: f.dateTime(dates.confirmBy),
      }
  return {
    permitNo: rules.permitNo,
    dates: shownDates,
    bahtPerEntry: f.money(rules.bahtPerRight),
    minAmount: f.money(rules.minAmountBaht),
    maxReceiptsPerDay: rules.maxReceiptsPerDay,
    minAge: rules.minAge,
    money: f.money,
    number: f.number,
  }
}

type Texts = Readonly<Record<'home.terms' | 'home.privacy' | 'campaign.name', string>>

async function documents(lang: Lang, texts: Texts, id: (name: string) => string): Promise<string> {
  const legal = await languages[lang].loadLegal()
  return `
<h1${id('terms')}>${texts['home.terms']} ${texts['campaign.name']}</h1>
${shown(legal.terms(factsOf(lang)))}
<h1${id('privacy')}>${texts['home.privacy']}</h1>
${shown(legal.privacy())}`
}

async function translations(): Promise<string> {
  const sections = langs.map(async lang => {
    const { load } = languages[lang]
    return load === null
      ? ''
      : `<section lang="${lang}">${await documents(lang, await load(), () => '')}\n</section>`
  })
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
h2 { font-size: 1.0625rem; margin-bottom: 4px }
ol, ul { padding-left: 1.25rem }
li { margin-bottom: 0.5rem }
@media (prefers-color-scheme: dark) { body { color: #fbf1f4; background: #000 } }
</style>
</head>
<body>
<main>${await documents('th', th, name => ` id="${name}"`)}
${await translations()}
</main>
</body>
</html>
`
