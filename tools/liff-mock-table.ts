import { writeFileSync } from 'node:fs'
import { NAMED_SCENARIOS } from '#emulator/scenario/named.ts'
import { LIFF_MOCK_PAGE, liffMockPage } from '#emulator-tests/liff-mock/page.ts'
import { readOptions } from './options.ts'

/** `npm run liff-mock-table`: generates emulator/docs/liff-mock.md, which documents what liff-mock can express. */
readOptions('npm run liff-mock-table', {})
writeFileSync(LIFF_MOCK_PAGE, await liffMockPage())
console.log(`${NAMED_SCENARIOS.length} scenarios in emulator/docs/liff-mock.md`)
