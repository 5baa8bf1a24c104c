import { makeIdentity, openFront } from './front.ts'
import type { LinkProfile } from './line.ts'
import { openProxy } from './proxy.ts'

/** The links on which `npm run bench -- --links` measures: a bad one, and that of a typical phone of 2026. */
export const LINKS: readonly LinkProfile[] = [
  { name: '150 ms, 1.6 Mbit/s, 1 % loss', roundTripMs: 150, bytesPerSecond: 200_000, loss: 0.01 },
  { name: '100 ms, 9 Mbit/s', roundTripMs: 100, bytesPerSecond: 1_125_000, loss: 0 },
]

export type Link = Awaited<ReturnType<typeof openLink>>

/** Opens a link: TLS and HTTP/2 in front of the site, and a proxy in front of those that delays and loses segments. */
export async function openLink(profile: LinkProfile) {
  const identity = makeIdentity()
  let port = 0
  const front = await openFront(identity, () => port)
  const proxy = await openProxy(profile, front.port)
  return {
    origin: `https://localhost:${proxy.port}`,
    // With these arguments, Chromium trusts the site's certificate. It stores no answers of a site with a certificate error, so it must see none.
    browserArgs: [`--ignore-certificate-errors-spki-list=${identity.keyHash}`],
    forwardTo(given: number) {
      port = given
    },
    /** Begins a visit. The same seed loses the same segments. */
    start: proxy.start,
    async close() {
      await front.close()
      await proxy.close()
    },
  }
}
