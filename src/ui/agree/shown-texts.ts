import * as v from 'valibot'

/** The versions and, if known, the hashes of the terms and the privacy notice that a form has shown. */
export type ShownTexts = v.InferOutput<typeof shownTexts>

const shownTexts = v.object({
  termsVersion: v.exactOptional(v.string()),
  privacyVersion: v.exactOptional(v.string()),
  termsSha256: v.exactOptional(v.string()),
  privacySha256: v.exactOptional(v.string()),
})

/** Returns null for a draft from an older build, which did not store the versions. */
export function readShownTexts(kept: unknown): ShownTexts | null {
  const parsed = v.safeParse(shownTexts, kept)
  return parsed.success ? parsed.output : null
}
