import { type About, options } from '../types.ts'

/** Strings for the tools in the left column: faults, the clock and the SDK console. */
export const tools = {
  breakRequest: 'Break a request',
  host: 'Host',
  anyHost: 'any host',
  path: 'Path',
  anyPath: 'any path, or a prefix: /v2/*',
  faults: options({
    status: { label: 'Status', title: 'LINE responds with this status' },
    delay: { label: 'Delay', title: 'The response is delayed by this many milliseconds' },
    hang: { label: 'Hang', title: 'The request never gets a response' },
    before: { label: 'Lost', title: 'LINE never receives the request' },
    after: { label: 'No reply', title: 'LINE processes the request, but the response is lost' },
  }),
  times: 'times',
  addFault: 'Add fault',
  activeFaults: 'Active faults',
  removeFault: (target => `Remove ${target}`) as About,
  allRequests: 'all requests',
  hangs: 'hangs',
  lost: 'lost',
  noReply: 'no reply',

  phoneTime: (time => `phone: ${time}`) as About,
  frozen: 'frozen',
  minutes: (count => `+${count} min`) as About<number>,
  hours: (count => `+${count} h`) as About<number>,
  days: (count => `+${count} d`) as About<number>,
  freeze: 'Freeze',
  resume: 'Resume',
  now: 'Now',
  nowTitle: 'Return to real time',

  call: 'Call',
  arguments: 'Arguments (JSON, separated by commas)',
  argumentsHint: 'No arguments. Press ↑ for earlier calls',
  outcome: 'Outcome',
  waiting: 'Waiting for the phone…',
  noMessage: 'Error without a message',
  notJson: 'The arguments are not valid JSON.',
  notOpen: 'The app is not open on the phone.',
  noAnswer: 'The page did not respond.',
}

export type ToolTexts = typeof tools
