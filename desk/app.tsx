import { Center } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMe } from './api/use-desk.ts'
import { Invitation } from './pages/invitation.tsx'
import { forgetNight } from './pages/scan/night-store.ts'
import { SignIn } from './pages/sign-in.tsx'
import { Shell } from './shell.tsx'
import { Reading } from './ui/reading.tsx'

export function App() {
  const me = useMe()
  const wasSignedIn = useRef(false)
  if (me.data) wasSignedIn.current = true
  const isSignedOut = me.data === null
  // The access may have ended while the page was closed.
  useEffect(() => {
    if (isSignedOut) void forgetNight()
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
