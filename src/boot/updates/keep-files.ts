import { setAssetsCookie } from '#src/platform/assets-cookie.ts'

/**
 * Downloads the inlined scripts and styles as files, and then sets a cookie, so that the server sends the small
 * document. Does nothing if the document came over the network: a first visit should not download the same scripts
 * twice.
 */
export function keepFiles(
  load: (url: string, init: RequestInit) => Promise<Response>,
): (() => Promise<void>)[] {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit && visit.transferSize >= visit.encodedBodySize) return []
  const names = document.querySelector<HTMLMetaElement>('meta[name="campaign-files"]')?.content
  const sheet = document.querySelector('link[as="style"]')?.getAttribute('href')
  if (!names || !sheet) return []
  let missing = 0
  const steps = [...names.split(' ').map(name => `/assets/${name}.js`), sheet].map(file => async () => {
    missing += 1
    const response = await load(file, { priority: 'low' })
    await response.arrayBuffer()
    if (response.ok) missing -= 1
  })
  return [
    // If a file fails to load, a later visit loads it.
    ...steps.map(step => () => step().catch(() => {})),
    async () => {
      if (missing === 0) setAssetsCookie()
    },
  ]
}
