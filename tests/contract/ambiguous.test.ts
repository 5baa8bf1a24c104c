import * as v from 'valibot'
import { expect, test } from 'vitest'
import { dateTime } from '#contract/schema/common.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

async function put(body: string, contentType = 'application/json') {
  const headers = { Authorization: `Bearer ${me.token}`, 'Content-Type': contentType }
  const request = new Request('https://campaign.example/api/customer', { method: 'PUT', headers, body })
  return (await server.fetch(request)).status
}

test('refuses JSON with the same key twice, which two programs may read in two ways', async () => {
  expect(await put('{"firstName":"หนึ่ง","firstName":"สอง"}')).toBe(400)
  expect(await put('{"firstName":"หนึ่ง","first\\u004eame":"สอง"}')).toBe(400)
  expect(await put('{"firstName":"หนึ่ง","lastName":"firstName"}')).toBe(200)
  expect(await put('{ "addressLine" : "\\"firstName\\":{", "firstName" : "สอง" }')).toBe(200)
})

test('refuses a charset other than UTF-8', async () => {
  const body = '{"firstName":"สอง"}'
  for (const charset of ['utf-7', 'iso-8859-1', 'utf-16', '"utf-7"', ''])
    expect([charset, await put(body, `application/json; charset=${charset}`)]).toEqual([charset, 415])
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8'])
    expect([charset, await put(body, `application/json;charset=${charset}`)]).toEqual([charset, 200])
})

test('refuses a form with a charset other than UTF-8', async () => {
  const login = async (contentType: string) => {
    const headers = { 'Content-Type': contentType }
    const body = 'lineUserId=Ux&idToken=a.b.c'
    const url = 'https://campaign.example/api/authorization/login'
    return (await server.fetch(new Request(url, { method: 'POST', headers, body }))).status
  }
  const urlencoded = 'application/x-www-form-urlencoded'
  for (const charset of ['utf-7', 'windows-874', '"utf-16"', ''])
    for (const type of [urlencoded, 'multipart/form-data; boundary=x'])
      expect([type, charset, await login(`${type}; charset=${charset}`)]).toEqual([type, charset, 415])
  for (const charset of ['utf-8', '"UTF-8"'])
    expect([charset, await login(`${urlencoded};charset=${charset}`)]).not.toEqual([charset, 415])
})

test('refuses a time on a day that does not exist', () => {
  const isValid = (text: string) => v.is(dateTime, text)
  expect(['2026-02-31T12:00:00Z', '2027-02-29T12:00:00+07:00', '2026-04-31T00:00:00Z'].map(isValid)).toEqual([
    false,
    false,
    false,
  ])
  expect(['2026-02-28T12:00:00Z', '2028-02-29T12:00:00.123+07:00'].map(isValid)).toEqual([true, true])
})
