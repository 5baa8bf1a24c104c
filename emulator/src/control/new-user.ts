import type { User } from '../scenario/schema.ts'

/** Returns a user with a name and no other data. */
export function newUser(userId: string, displayName: string): User {
  return {
    ...{ userId, displayName, pictureUrl: null, statusMessage: null },
    ...{ email: null, phoneNumber: null, demographics: null, commonProfile: null },
  }
}
