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
] as const

export type Permission = (typeof permissions)[number]

export const roles = ['reviewer', 'support', 'manager', 'auditor'] as const

export type Role = (typeof roles)[number]

const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  reviewer: ['review'],
  support: ['customers', 'customers-change', 'today', 'set-up-read'],
  manager: permissions,
  // An auditor may read everything but change nothing.
  auditor: ['review-read', 'customers', 'today', 'draw-read', 'set-up-read', 'audit'],
}

export const may = (role: Role, permission: Permission): boolean => permissionsOf[role].includes(permission)

export const mayAny = (role: Role, wanted: Permission | readonly Permission[]): boolean =>
  [wanted].flat().some(permission => may(role, permission))
