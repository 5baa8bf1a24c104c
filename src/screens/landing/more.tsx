import { LegalLinks } from '#src/screens/home/legal-links.tsx'
import { Steps } from '#src/screens/home/steps.tsx'

/** How to take part, and the terms, for people who have not joined yet. */
export function More() {
  return (
    <>
      <Steps />
      <LegalLinks />
    </>
  )
}
