import { setAssetsCookie } from '#src/platform/assets-cookie.ts'

/**
 * Returns the steps that download the files of the scripts and styles that this document contains, and then tell the
 * server with a cookie that the phone has them. From then on the phone gets the small document, and a release costs
 * it only the files that changed.
 *
 * Returns no steps if the document contains no scripts, or if it came over the network in this visit: a first visit
 * should not download the same scripts twice.
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
    // A file that fails is loaded in a later visit.
    ...steps.map(step => () => step().catch(() => {})),
    async () => {
      if (missing === 0) setAssetsCookie()
    },
  ]
}
