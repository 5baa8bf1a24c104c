export * from '#emulator-tests/kit/each-test.ts'
