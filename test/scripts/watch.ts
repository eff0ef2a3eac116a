import { watch } from '../../build.mjs';
import { options } from '../tools/options.ts';

options({});

await watch();
