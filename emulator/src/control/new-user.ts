import type { User } from '../scenario/schema.ts'

export function newUser(userId: string, displayName: string): User {
  return {
    userId,
    displayName,
    pictureUrl: null,
    statusMessage: null,
    email: null,
    phoneNumber: null,
    demographics: null,
    commonProfile: null,
  }
}
