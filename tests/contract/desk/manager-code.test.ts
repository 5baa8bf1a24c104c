import { expect, test } from 'vitest'
import { INVITATION_CODE } from '#contract/desk/invitation-code.ts'
import { verifyPin } from '#server/campaign/staff-pin.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, testServer } from '#tests/kit/server.ts'

/** A scrypt hash with a salt of 128 random bits. */
const SALTED = /^scrypt\$4096\$[\w-]{22}\$[\w-]{43}$/

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

test('desk check 40: the code of a manager’s invitation has 40 random bits, and is stored as a slow hash with a salt', async () => {
  const [mali, thana] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Thana')]
  const input = { action: 'give-manager-access', to: { name: 'Suda' } } as const
  const codes = new Set<string>()
  const hashes = new Set<string | null>()
  for (let count = 0; count < 10; count++) {
    // Asking again replaces the code, as after a manager has lost it.
    const { code } = (await mali.call('askApproval', { body: { input } })).body
    expect(code).toMatch(INVITATION_CODE)
    const { code_hash } = await rowOf(server, 'desk_approval')
    expect(code_hash).toMatch(SALTED)
    expect(await verifyPin(code ?? '', code_hash)).toBe(true)
    codes.add(code ?? '')
    hashes.add(code_hash)
  }
  expect([codes.size, hashes.size]).toEqual([10, 10])
  const [{ id } = { id: '' }] = (await thana.call('approvals')).body.approvals
  expect((await thana.approve(id)).status).toBe(200)
  const invitations = await server.db.selectFrom('desk_invitation').select('code_hash').execute()
  expect(invitations).toEqual([{ code_hash: [...hashes].at(-1) }])
})
