import { runMocha } from '../tools/mocha.ts';
import { conclude } from '../tools/results.ts';
import { add, broken } from '../tools/tally.ts';
import { type UiTask, uiTaskVariable } from '../tools/ui-task.ts';
import { closeBrowser, openBrowser } from '../ui/browser.ts';
import { closeLastWindow } from '../ui/window.ts';

// Runs one file of UI tests. `npm run test:ui` starts it.
const task: UiTask = JSON.parse(process.env[uiTaskVariable] ?? '');
await openBrowser();
const tally = await runMocha([task.file], { ...task, timeout: 60_000 });
const left = await closeLastWindow();
await closeBrowser();
conclude(left === 0 ? tally : add([tally, broken('Windows', `${left} did not stop within 30 s.`)]));
// Ends everything that a test has left running.
process.exit();
