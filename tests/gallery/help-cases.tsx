import Help from '#src/screens/help/help.tsx'
import { failed } from '#tests/kit/fake-state.ts'
import { type Case, of, offline } from './case.tsx'

export const helpCases: Readonly<Record<string, Case>> = {
  help: of(Help),
  'help-found': of(Help, { fill: { store: 'สีลม' } }),
  'help-nothing': of(Help, { fill: { store: 'xyz' } }),
  'help-offline': of(Help, { state: offline }),
  'help-failed': of(Help, {
    state: {
      master: { version: '', provinces: [], districts: [], subdistricts: [], stores: [] },
      masterState: failed(),
    },
  }),
}
