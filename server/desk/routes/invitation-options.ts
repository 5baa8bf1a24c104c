import type { DeskHandler } from '../handler.ts'
import { checkCode, openInvitation } from '../invitations.ts'
import { creationOptions } from '../passkeys.ts'

export const handler: DeskHandler<'invitationOptions'> = async ({ db, deps, now, body }) => {
  const opened = await openInvitation(db, body.token, now)
  const { person, invitation } = opened
  // Check the code before the device creates a passkey. When the page opens, no code has been entered yet.
  if (body.code !== undefined) await checkCode(db, opened, body.code, { now, random: deps.random })
  const options = await creationOptions(db, deps, person, { purpose: 'invitation', now })
  return { options, name: person.name, role: person.role, needsCode: invitation.code_hash !== null }
}
