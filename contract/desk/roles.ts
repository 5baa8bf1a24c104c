export const permissions = [
  'review',
  'review-read',
  'review-settle',
  'customers',
  'customers-change',
  'today',
  'draw-read',
  'draw',
  'set-up-read',
  'set-up',
  'people',
  'audit',
  'export',
  'approve',
  'scan',
] as const

export type Permission = (typeof permissions)[number]

/** Roles for work at the desk. */
export const deskRoles = ['reviewer', 'support', 'manager', 'auditor'] as const
/** `staff` only scans customers' codes at the event or in stores. */
export const roles = [...deskRoles, 'staff'] as const

export type Role = (typeof roles)[number]

const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  reviewer: ['review'],
  support: ['customers', 'customers-change', 'today', 'set-up-read'],
  // A manager draws the winners, so another person hands over the prizes.
  manager: permissions.filter(permission => permission !== 'scan'),
  // An auditor may read everything but change nothing.
  auditor: ['review-read', 'customers', 'today', 'draw-read', 'set-up-read', 'audit'],
  staff: ['scan'],
}

export const may = (role: Role, permission: Permission): boolean => permissionsOf[role].includes(permission)

export const mayAny = (role: Role, wanted: Permission | readonly Permission[]): boolean =>
  [wanted].flat().some(permission => may(role, permission))
