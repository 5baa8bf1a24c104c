import { expect, onTestFinished, test } from 'vitest'
import { createLiffEmulator } from '#emulator/emulator.ts'
import { timelineEntry } from '#emulator/panel/api/convert.ts'
import { SHIM_AND_GUARD as SHIM } from '#emulator/proxy/guard.ts'
import { withShimInXml } from '#emulator/proxy/xml.ts'
import { startCommand, startServer } from './kit.ts'

/** `tests/e2e/emulator-no-shim.spec.ts` tests in a browser which pages report that their shim did not start. */

test('a page whose shim did not start is an error in the timeline and the terminal, with the reason and the cure', async () => {
  const app = await startServer((_, outgoing) => outgoing.end())
  onTestFinished(app.close)
  const command = startCommand(app.url, '--port', '0')
  const [url = ''] = /http:\/\/localhost:\d+/.exec(await command.output) ?? []
  const report = (query: string) => fetch(`${url}/__emulator/not-started?${query}`)
  expect((await report(`reason=scripts-off&page=${encodeURIComponent('/a?b=\u001b[31m')}`)).status).toBe(200)
  expect((await report('reason=other&page=/')).status).toBe(400)
  const [logged, ...more] = await (await fetch(`${url}/__emulator/api/requests`)).json()
  command.stop()
  const { errors } = await command.ended
  expect(more).toEqual([])
  expect(timelineEntry(logged)).toMatchObject({
    kind: 'page',
    failed: true,
    note: expect.stringMatching(/no scripts run in this document. Switch JavaScript on/),
  })
  expect(errors).toContain(`Error in ${url}/a?b=%1B[31m`)
  expect(errors).toContain('Switch JavaScript on')
})

test('only a document to which the browser navigates reports that no scripts run in it', async () => {
  const app = await startServer((_, outgoing) => outgoing.setHeader('content-type', 'text/html').end('<p>'))
  onTestFinished(app.close)
  const command = startCommand(app.url, '--port', '0')
  const [url = ''] = /http:\/\/localhost:\d+/.exec(await command.output) ?? []
  const load = async (dest: string) =>
    (await fetch(`${url}/a?b=1&c=2`, { headers: { 'sec-fetch-dest': dest } })).text()
  expect(await load('empty')).toBe(`${SHIM}<p>`)
  for (const dest of ['document', 'iframe'])
    expect(await load(dest)).toBe(
      `${SHIM}<noscript><link rel="stylesheet" href="/__emulator/not-started?reason=scripts-off&amp;page=%2Fa%3Fb%3D1%26c%3D2"></noscript><p>`,
    )
  command.stop()
  await command.ended
})

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
test.each([
  [`<?xml version="1.0"?>\n<!DOCTYPE html [<!ENTITY a "]>">]><html ${XHTML}><head><title/>`, '<title/>'],
  [`<h:html xmlns:h="http://www.w3.org/1999/xhtml" a=">"><h:head/>`, '<h:head/>'],
  ['<!-- <a> --><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', '<script/>'],
])('%j gets the shim in its root, as XML', (page, before) => {
  const changed = withShimInXml(page)
  expect(changed).toMatch(/<script xmlns="http:\/\/www\.w3\.org\/1999\/xhtml" src=/)
  const [start = '', rest = ''] = page.split(before)
  expect(changed.startsWith(`${start}<script xmlns`)).toBe(true)
  expect(changed.endsWith(before + rest)).toBe(true)
})

test.each(['<rss version="2.0"><channel/></rss>', `<html ${XHTML}/>`])('%j stays as it is', page =>
  expect(withShimInXml(page)).toBe(page),
)

test('the errors of pages reach a program that runs the emulator', async () => {
  const emulator = await createLiffEmulator()
  onTestFinished(emulator.close)
  const seen: string[] = []
  emulator.onPageWithoutShim((url, problem) => seen.push(`${url}: ${problem}`))
  await emulator.emulatorFetch(
    new Request('http://localhost/__emulator/not-started?reason=error&page=/x&detail=TypeError'),
  )
  expect(seen).toEqual([expect.stringMatching(/^http:\/\/localhost\/x: .*the shim failed.*\(TypeError\)$/)])
})
