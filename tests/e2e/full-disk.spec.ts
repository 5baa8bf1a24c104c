import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillReceipt, goWithin, sendReceipt } from '#tests/kit/customer.ts'
import { delivered, expect, play, chromiumTest as test } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

/**
 * Chromium's profile is on a small file system, so that the disk itself is full. The database then reports unspecified
 * errors.
 */

/** The free bytes when the customer sends: none, about one photo, or a little more. */
const SPACES = [0, 300_000, 500_000]

/** Mounts an empty file system of limited size. Returns null if this user lacks the permission. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return null
}

function unmount(folder: string) {
  spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true })
}

const isFiller = (name: string) => name.startsWith('filler')

function leaveOnly(folder: string, bytes: number) {
  const { bavail, bsize } = statfsSync(folder)
  const size = bavail * bsize - bytes
  try {
    if (size > 0) writeFileSync(join(folder, `filler-${bytes}`), Buffer.alloc(size))
  } catch (error) {
    // The browser writes at the same time, so the disk may be full before the last byte is written.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

for (const space of SPACES)
  test(
    `a disk with ${space} free bytes keeps what was stored, and the screen says what was not`,
    { tag: '@nightly' },
    async ({ phone, campaign }, info) => {
      const folder = mountSmallDisk()
      test.skip(folder === null, 'this user may not mount a file system')
      if (folder === null) return
      try {
        await play({ phone, campaign, mode: 'no-worker' }, info, async ({ who, no, open }) => {
          const first = await phone.startWithProfile(folder)
          await open(first.page)
          campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' } })
          await sendReceipt(first.page, no(1))
          await expect.poll(() => countQueuedJobs(first.page)).toBe(1)
          await goWithin(first.page, '/')
          await fillReceipt(first.page, no(2))
          leaveOnly(folder, space)
          await first.page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
          const stored = first.page.getByText('บันทึกไว้แล้ว รอส่ง')
          await expect(stored.or(first.page.getByText('ยังไม่ได้บันทึก เปิดหน้านี้ไว้'))).toBeVisible()
          const sent = (await stored.isVisible()) ? [no(1), no(2)] : [no(1)]
          await first.kill()

          for (const name of readdirSync(folder).filter(isFiller)) rmSync(join(folder, name))
          campaign.origin.heal()
          const again = await phone.startWithProfile(folder)
          await open(again.page)
          await delivered(again.page)
          expect(await campaign.receiptsOf(who)).toEqual(expect.arrayContaining(sent))
          await again.close()
        })
      } finally {
        unmount(folder)
      }
    },
  )
