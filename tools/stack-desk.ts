import { fileURLToPath } from 'node:url'
import type { LiffEmulator } from '#emulator/index.ts'
import type { Settings } from '#server/config.ts'
import { addDemoPeople } from '#server/desk/demo.ts'
import { startDesk } from '#server/desk/start.ts'
import type { OpenServer } from '#server/start.ts'

const folder = fileURLToPath(new URL('../dist-desk', import.meta.url))

type OpenDesk = { readonly url: string; readonly close: () => Promise<void> }

/** Serves the desk of `npm start` with a demo account for each role. Returns null if its port is in use. */
export async function openDesk(
  { api: { deps }, emulator }: { readonly api: OpenServer; readonly emulator: LiffEmulator },
  { desk, host }: Settings,
): Promise<OpenDesk | null> {
  if (desk === null) return null
  await addDemoPeople(deps.db, { now: deps.clock.now(), random: deps.random })
  try {
    const listening = await startDesk(deps, {
      settings: desk,
      host,
      folder,
      demo: true,
      // The demo accounts need no passkey, so the desk accepts only machines that may use the emulator.
      accepts: address => emulator.acceptsClient({ remoteAddress: address }),
    })
    return { url: desk.url, close: () => listening.close(0) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}

export const deskLinks = (url: string | null) =>
  url === null ? [] : [{ url, label: { en: 'Desk', th: 'ระบบหลังบ้าน', ja: '運営デスク' } }]
