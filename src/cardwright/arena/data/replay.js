"use strict";
// The page of a replay: one file that holds its story.
import { Story, Viewer, listen } from "./viewer.js";

const byId = (id) => document.getElementById(id);

const story = new Story();
story.add(JSON.parse(byId("data").textContent));
const viewer = new Viewer();
byId("title").textContent = story.title;
byId("subtitle").textContent = `${story.name}, seed ${story.seed}`;
byId("top").append(viewer.controls);
byId("main").append(viewer.body);
document.body.append(viewer.summary);
viewer.open(story, (parseInt(location.hash.slice(1), 10) || 1) - 1); // replay.html#12 opens at decision 12
listen(() => viewer);
