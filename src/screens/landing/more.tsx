import { LegalLinks } from '#src/screens/home/legal-links.tsx'
import { Steps } from '#src/screens/home/steps.tsx'

export function More() {
  return (
    <>
      <Steps />
      <LegalLinks />
    </>
  )
}
