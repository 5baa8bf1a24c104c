import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { normalisedLegalText } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import { type Lang, languages } from '#src/i18n/languages.ts'
import { latestValue } from '#src/state/resource.ts'
import { useText } from '#src/ui/use-text.ts'

type Hashed = { readonly of: Lang; readonly termsSha256: string; readonly privacySha256: string }

/** `outdated` is true if the server has newer texts and would reject consent to the shown versions. */
export function useShownTexts(): { readonly shown: ShownTexts; readonly outdated: boolean } {
  const { campaign, sha256 } = useApp()
  const { lang } = useText()
  const activity = latestValue(campaign.current.value)
  const [hashed, setHashed] = useState<Hashed | null>(null)
  useEffect(() => {
    let isCurrent = true
    const hash = (text: string) => sha256(new TextEncoder().encode(normalisedLegalText(text)))
    async function hashTexts() {
      const [legal, { legalTemplates }] = await Promise.all([
        languages[lang].loadLegal(),
        import('#campaign/legal-facts.ts'),
      ])
      const { terms, privacy } = legalTemplates(legal)
      const [termsSha256, privacySha256] = await Promise.all([hash(terms), hash(privacy)])
      if (isCurrent) setHashed({ of: lang, termsSha256, privacySha256 })
    }
    // The versions are recorded even if the browser cannot hash the texts, as on a page without HTTPS.
    hashTexts().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [sha256, lang])
  if (activity === null) return { shown: {}, outdated: false }
  const { termsVersion, privacyVersion, textHashes } = activity
  const versions = { termsVersion, privacyVersion }
  // The language has changed, and the texts in the new language have not been hashed yet.
  if (hashed === null || hashed.of !== lang) return { shown: versions, outdated: false }
  const { termsSha256, privacySha256 } = hashed
  const isNewest = [termsSha256, privacySha256].every(sha => textHashes?.includes(sha) !== false)
  return { shown: { ...versions, termsSha256, privacySha256 }, outdated: !isNewest }
}

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
