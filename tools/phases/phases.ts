import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Phase, PhaseTools } from '#emulator/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { copyData, giveAccount, replaceData } from './live-data.ts'
import type { DemoPhase, Snapshots } from './snapshots.ts'

const LABELS: Readonly<Record<DemoPhase, Phase['label']>> = {
  soon: { en: 'Coming soon', th: 'ก่อนเริ่ม', ja: '開始前' },
  open: { en: 'Open', th: 'เปิดอยู่', ja: '開催中' },
  closed: { en: 'Closed', th: 'ปิดรับแล้ว', ja: '締め切り後' },
  won: { en: 'I won', th: 'ฉันได้รางวัล', ja: '当選' },
  reserve: { en: 'Reserve', th: 'ตัวสำรอง', ja: '補欠' },
  lost: { en: 'Not this time', th: 'ไม่ได้รางวัล', ja: '落選' },
  confirmed: { en: 'Confirmed', th: 'ยืนยันแล้ว', ja: '確認済み' },
  over: { en: 'Over', th: 'จบแล้ว', ja: '終了' },
}

/** The server's own data, as it was before the first phase. */
const OWN = 'own'

type Data = Pick<ServerDeps, 'db' | 'objects'>
type Server = {
  /** Called only when a phase is applied, when the stores are open. */
  readonly data: () => Data
  readonly prepare: (db: Data['db']) => Promise<void>
}

/**
 * Returns the campaign's phases for the emulator, and the current phase. A phase replaces the running server's data
 * with the demo campaign and sets LINE's clock, which the server and the page follow. A file keeps the server's own
 * data until the phase `own` restores it.
 */
export function campaignPhases(
  dataDir: string,
  { data, prepare }: Server,
): { phases: Phase[]; phase: string } {
  const folder = join(dataDir, 'phases')
  const own = join(folder, 'own.sqlite')
  const currentFile = join(folder, 'current')
  let snapshots: Promise<Snapshots> | null = null

  async function snapshotsOnce(): Promise<Snapshots> {
    // The snapshots are created on the first click, because this takes a moment and is rarely needed.
    snapshots ??= import('./snapshots.ts').then(({ makeSnapshots }) =>
      makeSnapshots(join(folder, 'demo'), data().objects, Date.now()),
    )
    try {
      return await snapshots
    } catch (error) {
      snapshots = null
      throw error
    }
  }

  async function showDemo(phase: DemoPhase, { control, user }: PhaseTools): Promise<void> {
    const { phases, ownerId } = await snapshotsOnce()
    const { db } = data()
    await keepOwn()
    const { file, at } = phases[phase]
    await replaceData(db, file, trx =>
      phase === 'soon' ? Promise.resolve() : giveAccount(trx, ownerId, user),
    )
    await prepare(db)
    // The worker sends the phase's messages to an empty chat, as soon as the clock has moved.
    control.chat({ userId: user.userId, clear: true })
    await writeFile(currentFile, phase)
    control.patch({ clock: { frozenAt: null, advanceMs: at - Date.now(), skewMs: 0 } })
  }

  async function keepOwn(): Promise<void> {
    if (existsSync(own)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(`${own}.new`, { force: true })
    await copyData(data().db, `${own}.new`)
    await rename(`${own}.new`, own)
  }

  async function showOwn({ control, user }: PhaseTools): Promise<void> {
    // Without a copy, the server already has its own data, and the clock may have been moved on purpose.
    if (!existsSync(own)) return
    await replaceData(data().db, own)
    await rm(own)
    control.chat({ userId: user.userId, clear: true })
    control.clock({ resume: true })
  }

  const demo = Object.entries(LABELS).map(([id, label]) => ({
    id,
    label,
    apply: (tools: PhaseTools) => showDemo(id as DemoPhase, tools),
  }))
  const back = { id: OWN, label: { en: 'My data', th: 'ข้อมูลของฉัน', ja: '自分のデータ' }, apply: showOwn }
  const current = existsSync(own) && existsSync(currentFile) ? readFileSync(currentFile, 'utf8') : OWN
  return { phases: [...demo, back], phase: current }
}
