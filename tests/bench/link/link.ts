import { makeIdentity, openFront } from './front.ts'
import type { LinkProfile } from './line.ts'
import { openProxy } from './proxy.ts'

/** The links on which `npm run bench -- --links` measures: a bad link, and a typical phone's link in 2026. */
export const LINKS: readonly LinkProfile[] = [
  { name: '150 ms, 1.6 Mbit/s, 1 % loss', roundTripMs: 150, bytesPerSecond: 200_000, loss: 0.01 },
  { name: '100 ms, 9 Mbit/s', roundTripMs: 100, bytesPerSecond: 1_125_000, loss: 0 },
]

export type Link = Awaited<ReturnType<typeof openLink>>

/** Opens a link: the site gets TLS and HTTP/2, and a proxy in front of them delays and loses segments. */
export async function openLink(profile: LinkProfile) {
  const identity = makeIdentity()
  let port = 0
  const front = await openFront(identity, () => port)
  const proxy = await openProxy(profile, front.port)
  return {
    origin: `https://localhost:${proxy.port}`,
    // Makes Chromium trust the site's certificate. Chromium caches no responses of a site with a certificate error.
    browserArgs: [`--ignore-certificate-errors-spki-list=${identity.keyHash}`],
    forwardTo(given: number) {
      port = given
    },
    /** Begins a visit. With the same seed, the same segments are lost. */
    start: proxy.start,
    async close() {
      await front.close()
      await proxy.close()
    },
  }
}
