import { afterAll } from 'vitest'
import { dropSeeded } from './seeded-postgres.ts'

afterAll(dropSeeded)
