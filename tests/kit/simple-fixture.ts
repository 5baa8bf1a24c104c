export * from '#emulator-tests/kit/simple-fixture.ts'
