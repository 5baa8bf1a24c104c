import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '#tests/kit/campaign.ts'

test('free ports are given once, and are not among those that a system chooses itself', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('a port on which somebody listens is not free', async () => {
  const taken = new Set(await Promise.all(Array.from({ length: 5 }, freePort)))
  const servers = [...taken].map(port => createServer().listen(port, '127.0.0.1'))
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(ports.filter(port => taken.has(port))).toEqual([])
  for (const server of servers) server.close()
})
