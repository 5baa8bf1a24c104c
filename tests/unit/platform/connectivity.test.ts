import { expect, test } from 'vitest'
import { createConnectivity } from '#src/platform/connectivity.ts'
import { eachTest } from '#tests/kit/each-test.ts'

function page(onLine = true) {
  const target = new EventTarget()
  const navigator = { onLine }
  const connectivity = createConnectivity({
    navigator,
    addEventListener: (type, run) => target.addEventListener(type, run),
  })
  return { connectivity, fire: (type: string) => target.dispatchEvent(new Event(type)) }
}

const { connectivity, fire } = eachTest(page)

test('is unknown before the first request, even if navigator.onLine is true', () => {
  expect(page().connectivity.state()).toBe('unknown')
  expect(page(false).connectivity.state()).toBe('unreachable')
})

test('is reachable after an answer and unreachable after two lost requests in a row', () => {
  connectivity.report(true)
  connectivity.report(false)
  expect(connectivity.state()).toBe('reachable')
  connectivity.report(false)
  expect(connectivity.state()).toBe('unreachable')
  connectivity.report(true)
  expect(connectivity.state()).toBe('reachable')
})

test('is not unreachable while a gateway answers, and tolerates one lost request after that', () => {
  connectivity.report(null)
  expect(connectivity.state()).toBe('unknown')
  connectivity.report(false)
  expect(connectivity.state()).toBe('unknown')
  connectivity.report(false)
  expect(connectivity.state()).toBe('unreachable')
  connectivity.report(null)
  expect(connectivity.state()).toBe('unknown')
})

test('says while it is unreachable whether something else answers', () => {
  const changes: boolean[] = []
  connectivity.onChange(() => changes.push(connectivity.strangerAnswers()))
  connectivity.report(true)
  connectivity.report(false, true)
  expect(connectivity.strangerAnswers()).toBe(false)
  connectivity.report(false, true)
  expect([connectivity.state(), connectivity.strangerAnswers()]).toEqual(['unreachable', true])
  connectivity.report(false)
  expect([connectivity.state(), connectivity.strangerAnswers()]).toEqual(['unreachable', false])
  connectivity.report(false, true)
  fire('offline')
  expect(connectivity.strangerAnswers()).toBe(false)
  connectivity.report(false, true)
  connectivity.report(true)
  expect([connectivity.state(), connectivity.strangerAnswers()]).toEqual(['reachable', false])
  expect(changes).toEqual([false, true, false, true, false, true, false])
})

test('passes on the online event without changing the state', () => {
  const { connectivity, fire } = page(false)
  let tries = 0
  let changes = 0
  connectivity.onOnline(() => {
    tries += 1
  })
  connectivity.onChange(() => {
    changes += 1
  })
  fire('online')
  expect([tries, changes, connectivity.state()]).toEqual([1, 0, 'unreachable'])
  connectivity.report(true)
  fire('offline')
  expect([changes, connectivity.state()]).toEqual([2, 'unreachable'])
})
