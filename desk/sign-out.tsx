import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from './api/call.ts'
import { Conflicts } from './pages/scan/conflicts.tsx'
import { forgetNight } from './pages/scan/night-store.ts'
import { sendUnsent } from './pages/scan/send-unsent.ts'
import { useTexts } from './texts/use-texts.tsx'
import { Dialog } from './ui/dialog.tsx'

type Left = Awaited<ReturnType<typeof sendUnsent>>
const nothing: Left = { unsent: 0, conflicts: [] }

/** The button that signs out. A staff phone first sends the hand-overs that it made without a network. */
export function SignOut({ personId }: { readonly personId: string }) {
  const { t, number } = useTexts()
  const [left, setLeft] = useState<Left | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Reload the page, so that everything the person has read is cleared from memory.
  const leave = async () => {
    await forgetNight()
    await call('signOut').catch(() => undefined)
    location.replace('/')
  }
  const ask = async () => {
    setBusy(true)
    // A browser without a database has no hand-overs.
    const found = await sendUnsent(personId).catch(() => nothing)
    setBusy(false)
    if (found.unsent === 0 && found.conflicts.length === 0) return leave()
    setLeft(found)
  }
  return (
    <>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void ask()}>
        {t('desk.sign-out')}
      </Button>
      {left && (
        <Dialog title={t('desk.sign-out')} close={() => setLeft(null)}>
          <Stack>
            <Conflicts conflicts={left.conflicts} />
            {left.unsent > 0 && <Text>{t('scan.sign-out.unsent', { count: number(left.unsent) })}</Text>}
            <Group>
              <Button onClick={() => setLeft(null)}>{t('scan.sign-out.stay')}</Button>
              <Button variant="default" onClick={() => void leave()}>
                {t('scan.sign-out.leave')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}
