import { join } from 'node:path';
import { options } from '../tools/options.ts';
import { temporaryFolder } from '../tools/places.ts';
import { packageExtension } from '../tools/vsix.ts';
import { closeBrowser } from '../ui/browser.ts';
import { runTrials } from '../ui/trials.ts';

options({});
const { file } = await packageExtension(join(temporaryFolder('vsix'), 'tildeforge.vsix'));
try {
	const found = await runTrials(file);
	for (const { trial, found: words, isMet } of found)
		console.log(`${isMet ? 'met   ' : 'MISSED'} ${trial}: ${words}`);
	if (found.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
	await closeBrowser();
}
process.exit();
