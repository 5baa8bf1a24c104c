import type { LinkTarget } from '../pages/notices/en.ts'

/** Query parameters with the text to send or share, or `query` if the whole query is the text. */
type TextIn = 'query' | readonly string[]

type LineLink = {
  readonly host: string
  readonly path: RegExp
  readonly opens: LinkTarget
  readonly textIn?: TextIn
}

const LINE = 'line.me'

/**
 * From LINE's references of URL schemes (https://developers.line.biz/en/docs/line-login/using-line-url-scheme/) and
 * social plugins. The emulator has none of these screens.
 */
const LINE_LINKS: readonly LineLink[] = [
  { host: LINE, path: /^\/R\/share\/?$/, opens: 'share', textIn: ['text'] },
  { host: LINE, path: /^\/R\/msg\/text\/?/, opens: 'share', textIn: 'query' },
  { host: LINE, path: /^\/R\/oaMessage\/[^/]+\/?$/, opens: 'accountChat', textIn: 'query' },
  { host: LINE, path: /^\/R\/nv\/recommendOA\//, opens: 'recommend' },
  { host: LINE, path: /^\/(R\/)?ti\/p\//, opens: 'account' },
  { host: LINE, path: /^\/(R\/)?ti\/(g|g2)\//, opens: 'group' },
  { host: LINE, path: /^\/R\/nv\/(camera|cameraRoll|location)(\/|$)/, opens: 'camera' },
  { host: LINE, path: /^\/R\/calls?(\/|$)/, opens: 'call' },
  { host: LINE, path: /^\/R\/home\/public\//, opens: 'voom' },
  { host: LINE, path: /^\/R\/shop\//, opens: 'shop' },
  { host: LINE, path: /^\/[SRD]\//, opens: 'screen' },
  {
    host: 'social-plugins.line.me',
    path: /^\/(\w+\/)?lineit\/share/,
    opens: 'share',
    textIn: ['text', 'url'],
  },
  { host: 'timeline.line.me', path: /^\/social-plugin\/share/, opens: 'voom', textIn: ['url'] },
  { host: 'page.line.me', path: /^\//, opens: 'account' },
  { host: 'lin.ee', path: /^\//, opens: 'account' },
  { host: 'store.line.me', path: /^\//, opens: 'shop' },
  { host: 'terms.line.me', path: /^\//, opens: 'terms' },
]

function textOf({ searchParams, search }: URL, where: TextIn): string {
  if (where !== 'query') return where.flatMap(name => searchParams.get(name) ?? []).join('\n')
  try {
    return decodeURIComponent(search.slice(1))
  } catch {
    return search.slice(1)
  }
}

export function lineLink(url: URL): { readonly opens: LinkTarget; readonly text: string } {
  const link = LINE_LINKS.find(({ host, path }) => host === url.hostname && path.test(url.pathname))
  return { opens: link?.opens ?? 'website', text: link?.textIn ? textOf(url, link.textIn) : '' }
}
