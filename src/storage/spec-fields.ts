import type { Answer, AppCallName } from '#contract/calls.ts'

/** Placeholder for a time that the server did not send. Screens do not show it. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

/** Spec S3 defines only four of the customer's fields. */
const customer: Omit<Answer<'getCustomer'>, 'id' | 'lineUserId' | 'lineDisplayName' | 'linePictureUrl'> = {
  status: 'registered',
  firstName: null,
  lastName: null,
  phone: null,
  email: null,
  birthDate: null,
  gender: null,
  addressLine: null,
  provinceId: null,
  districtId: null,
  subdistrictId: null,
  postalCode: null,
  consents: { terms: null, privacy: null, marketing: false },
  version: 0,
  createdAt: NO_TIME,
}

/** Spec S3 defines only an answer's text. The id must be unique in the list. */
const pastAnswer = (index: number): Omit<Answer<'answerHistory'>[number], 'answerText'> => ({
  id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
  questionId: '00000000-0000-4000-8000-000000000000',
  questionTextTh: '',
  answeredAt: NO_TIME,
})

/** Adds the fields that a server with only the specification's fields (S3, S7) omits. */
export function completed(name: AppCallName, given: unknown): unknown {
  if (name === 'getCustomer' && isObject(given)) return { ...customer, ...given }
  if (name === 'answerHistory' && Array.isArray(given))
    return given.map((one: unknown, index) => (isObject(one) ? { ...pastAnswer(index), ...one } : one))
  return given
}

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null
