const COMMON = new Set([
  '112233',
  '121212',
  '123123',
  '123321',
  '131313',
  '142536',
  '147258',
  '159753',
  '159357',
  '171717',
  '212121',
  '232323',
  '258456',
  '696969',
  '789456',
  '987654',
])

const steps = (pin: string): Set<number> =>
  new Set([...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10))

const isDate = (pin: string): boolean =>
  pin.length === 8
    ? /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(pin) ||
      /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(pin)
    : /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d\d$/.test(pin)

/** Repeats, runs, dates and the favourites of every list: what a thief tries in the five tries there are. */
export const isWeakPin = (pin: string): boolean => {
  const [step, ...others] = steps(pin)
  const isRun = others.length === 0 && (step === 0 || step === 1 || step === 9)
  return isRun || isDate(pin) || COMMON.has(pin)
}
