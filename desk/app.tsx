import { Center } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMe } from './api/use-desk.ts'
import { Invitation } from './pages/invitation.tsx'
import { forgetNight, readNight } from './pages/scan/night-store.ts'
import { reportUnsent } from './pages/scan/send-unsent.ts'
import { SignIn } from './pages/sign-in.tsx'
import { Shell } from './shell.tsx'
import { Reading } from './ui/reading.tsx'

export function App() {
  const me = useMe()
  const wasSignedIn = useRef(false)
  if (me.data) wasSignedIn.current = true
  const isSignedOut = me.data === null
  // Deletes a list that expired while the page was closed. A browser without a database has none.
  useEffect(() => void readNight(Date.now()).catch(() => undefined), [])
  // The access may have ended while the page was closed.
  useEffect(() => {
    if (!isSignedOut) return
    void forgetNight()
    // Without a database, the browser has stored no hand-overs.
    const report = () => void reportUnsent().catch(() => undefined)
    report()
    addEventListener('online', report)
    return () => removeEventListener('online', report)
  }, [isSignedOut])
  if (location.pathname === '/invitation') return <Invitation />
  if (me.data === undefined)
    return (
      <Center h="100dvh" p="md">
        <Reading of={me}>{() => null}</Reading>
      </Center>
    )
  return me.data ? <Shell me={me.data} /> : <SignIn hasEnded={wasSignedIn.current} />
}
