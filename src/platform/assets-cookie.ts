import { ASSETS_COOKIE } from '#contract/limits.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Tells the server that this phone has the files of the small document. */
export function setAssetsCookie(jar: Pick<Document, 'cookie'> = document): void {
  jar.cookie = `${ASSETS_COOKIE}=1; max-age=${YEAR_S}; path=/; secure; samesite=lax`
}
