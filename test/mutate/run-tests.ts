import '../tools/local-names.cjs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { conclude } from '../tools/results.ts';
import { runUnitTests } from '../tools/unit-tests.ts';
import { firstFailure } from './run-unit.ts';

// Runs unit test files in the order given, until the first failure. The files are paths from the root of this checkout.
const files = process.argv.slice(2).map((path) => join(root, path));
const tally = await runUnitTests(files, { bail: true });
const [failed] = tally.failed;
if (failed) console.log(`${firstFailure}${failed.test}: ${failed.reason.split('\n', 1)}`);
conclude(tally);
// A failed test may have left something running that would keep this process alive.
process.exit();
