import { runMocha } from '../tools/mocha.ts';
import { conclude } from '../tools/results.ts';
import { type UiTask, uiTaskVariable } from '../tools/ui-task.ts';
import { closeBrowser, openBrowser } from '../ui/browser.ts';
import { allStopped } from '../ui/window.ts';

// One file of UI tests, started by `npm run test:ui`.
const task: UiTask = JSON.parse(process.env[uiTaskVariable] ?? '');
await openBrowser();
const tally = await runMocha([task.file], { ...task, timeout: 60_000 });
await allStopped();
await closeBrowser();
conclude(tally);
// Whatever a test has left running ends with it.
process.exit();
