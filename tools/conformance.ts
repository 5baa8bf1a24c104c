import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { allCases } from '#emulator-tests/conformance/all-cases.ts'
import { launchBrowser } from '#emulator-tests/conformance/browser.ts'
import { type ConformanceCase, expectationFor, loadCases } from '#emulator-tests/conformance/cases.ts'
import { coreCases } from '#emulator-tests/conformance/core-cases.ts'
import type { Driver } from '#emulator-tests/conformance/driver.ts'
import { createHeadlessDriver } from '#emulator-tests/conformance/headless-driver.ts'
import { createPlatformDriver } from '#emulator-tests/conformance/platform-driver.ts'
import {
  type CaseResult,
  type ConformanceRun,
  runConformance,
} from '#emulator-tests/conformance/run-conformance.ts'
import { SDK_PACKAGES, type SdkVersion } from '#emulator-tests/conformance/sdk-bundle.ts'
import { supportSection, withSection } from '#emulator-tests/conformance/support-table.ts'
import { UNSUPPORTED } from '#emulator-tests/conformance/unsupported.ts'
import { createWebKitDriver } from '#tests/conformance/webkit-driver.ts'
import { refuse } from './command.mjs'
import { announceSource } from './figures/source.ts'
import { needChromium, needWebKit } from './needs.ts'

const USAGE = `npm run conformance -- [options]
  --cases FILE   cases to run (default: all cases in tests/conformance)
  --driver NAME  platform (the SDK in Chromium) or headless (the SDK in happy-dom); may be given twice
                 (default: both for the default cases, platform for other cases)
  --browser NAME of platform: chromium (default), or webkit, which TEST_WEBKIT names (CONTRIBUTING.md)
  --sdk VERSION  ${Object.keys(SDK_PACKAGES).join(' or ')}; may be given twice (default: both)
  --only TEXT    only cases whose id contains this
  --core         of platform: only one case for each function, place and error code (before a push)
  --table        write the support table into emulator/docs/support.md; needs a full run.
                 Without --table, a full run fails if that table is out of date
  --json FILE    also write counts and results to this file
  --verbose      also list passed cases, and unsupported cases with the reason`

type Suite = {
  readonly name: string
  readonly sdk: string
  readonly passed: number
  readonly failed: number
  readonly unsupported: number
  readonly results: readonly CaseResult[]
}

function options() {
  try {
    return parseArgs({
      options: {
        cases: { type: 'string' },
        driver: { type: 'string', multiple: true },
        browser: { type: 'string', default: 'chromium' },
        sdk: { type: 'string', multiple: true },
        only: { type: 'string' },
        core: { type: 'boolean', default: false },
        json: { type: 'string' },
        table: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message.split('. ')[0] : error}\n${USAGE}`)
  }
}

function casesOf(file: string | undefined): readonly ConformanceCase[] {
  try {
    return file === undefined ? allCases() : loadCases(resolve(process.env.INIT_CWD ?? '.', file))
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function versionsOf(asked: readonly string[] | undefined): readonly SdkVersion[] {
  const known = Object.keys(SDK_PACKAGES) as SdkVersion[]
  if (!asked) return known
  return asked.map(
    version =>
      known.find(one => one === version) ?? refuse(`--sdk ${version}: must be one of ${known.join(', ')}`),
  )
}

const inVersions = (cases: readonly ConformanceCase[], versions: readonly SdkVersion[]) =>
  cases.filter(one => versions.some(sdk => expectationFor(one, sdk) !== null))

const MARKS = {
  passed: 'ok',
  failed: 'FAILED',
  unsupported: 'not supported',
  stale: 'FAILED (listed)',
} as const

function printCase({ id, verdict, problems }: CaseResult): void {
  console.log(`  ${MARKS[verdict].padEnd(16)} ${id}`)
  for (const problem of problems) console.log(`                     ${problem.slice(0, 600)}`)
}

function summarize(name: string, sdk: string, results: readonly CaseResult[]): Suite {
  const having = (...verdicts: CaseResult['verdict'][]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    name,
    sdk,
    passed: having('passed'),
    failed: having('failed', 'stale'),
    unsupported: having('unsupported'),
    results,
  }
}

function printTable(suites: readonly Suite[]): void {
  const width = Math.max(...suites.map(({ name }) => name.length))
  console.log(`\n  ${'driver'.padEnd(width)}  cases  passed  failed  not supported`)
  for (const { name, passed, failed, unsupported, results } of suites) {
    const numbers = [
      String(results.length).padStart(5),
      String(passed).padStart(6),
      String(failed).padStart(6),
    ]
    console.log(`  ${name.padEnd(width)}  ${numbers.join('  ')}  ${String(unsupported).padStart(13)}`)
  }
}

function driversOf(asked: readonly string[] | undefined, standardCases: boolean): readonly string[] {
  const unknown = asked?.find(name => name !== 'platform' && name !== 'headless')
  if (unknown !== undefined) refuse(`--driver ${unknown}: must be platform or headless`)
  return asked ?? (standardCases ? ['platform', 'headless'] : ['platform'])
}

type Common = Pick<ConformanceRun, 'cases' | 'onResult'>

async function runVersions(
  run: Common & Pick<ConformanceRun, 'parallel'>,
  versions: readonly SdkVersion[],
  create: (sdk: SdkVersion) => Promise<Driver & { readonly close?: () => Promise<void> }>,
): Promise<Suite[]> {
  const suites: Suite[] = []
  for (const sdk of versions) {
    const driver = await create(sdk)
    console.log(driver.name)
    try {
      const unsupported = UNSUPPORTED[driver.name] ?? {}
      suites.push(summarize(driver.name, sdk, await runConformance({ ...run, sdk, driver, unsupported })))
    } finally {
      await driver.close?.()
    }
  }
  return suites
}

async function runChromium(common: Common, versions: readonly SdkVersion[]): Promise<Suite[]> {
  const browser = await launchBrowser()
  try {
    return await runVersions(common, versions, sdk => createPlatformDriver(browser, sdk))
  } finally {
    await browser.close()
  }
}

/** Runs fewer pages in parallel, because each has its own browser. */
const runWebKit = (common: Common, versions: readonly SdkVersion[]) =>
  runVersions({ ...common, parallel: 3 }, versions, createWebKitDriver)

const SUPPORT = join(import.meta.dirname, '..', 'emulator', 'docs', 'support.md')

/** Returns true if the support page matches the results. If `write` is true, updates the page first. */
function tableIsCurrent(
  cases: readonly ConformanceCase[],
  suites: readonly Suite[],
  write: boolean,
): boolean {
  const before = readFileSync(SUPPORT, 'utf8')
  const after = withSection(before, supportSection(cases, suites))
  if (write) writeFileSync(SUPPORT, after)
  else if (before !== after)
    console.log('\nThe table in emulator/docs/support.md is out of date: npm run conformance -- --table')
  return write || before === after
}

async function main(): Promise<void> {
  const { cases: file, driver, browser, sdk, only = '', core, json, table, verbose, help } = options()
  if (help) {
    console.log(USAGE)
    return
  }
  const cases = casesOf(file).filter(({ id }) => id.includes(only))
  if (browser !== 'chromium' && browser !== 'webkit')
    refuse(`--browser ${browser}: must be chromium or webkit`)
  const inWebKit = browser === 'webkit'
  const drivers = inWebKit ? ['platform'] : driversOf(driver, file === undefined)
  const versions = versionsOf(sdk)
  if (cases.length === 0) refuse('No case matches')
  const everything =
    !inWebKit && !core && file === undefined && driver === undefined && sdk === undefined && only === ''
  if (table && !everything)
    refuse('--table needs a full run, without --cases, --driver, --sdk, --only and --core')
  if (inWebKit) needWebKit()
  else if (drivers.includes('platform')) needChromium()
  announceSource('npm run conformance', process.argv.slice(2))
  const onResult = (result: CaseResult) => {
    if (verbose || result.verdict === 'failed' || result.verdict === 'stale') printCase(result)
  }
  const suites = [
    ...(drivers.includes('platform')
      ? await (inWebKit ? runWebKit : runChromium)(
          { cases: core ? coreCases(inVersions(cases, versions)) : cases, onResult },
          versions,
        )
      : []),
    ...(drivers.includes('headless')
      ? await runVersions({ cases, onResult }, versions, createHeadlessDriver)
      : []),
  ]
  printTable(suites)
  const sum = (name: 'passed' | 'failed') => suites.reduce((total, suite) => total + suite[name], 0)
  const passed = sum('passed')
  const failed = sum('failed') + (everything && !tableIsCurrent(cases, suites, table) ? 1 : 0)
  if (json) writeFileSync(json, JSON.stringify({ passed, failed, suites }, null, 1))
  console.log(`\n${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
